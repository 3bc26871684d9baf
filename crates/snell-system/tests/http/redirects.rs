//! Redirects are answers like any other: none is followed (N9.1, FAULTS 75).

use snell_core::completion::End;

use super::LONG;
use super::authority::Authority;
use super::network::Network;
use super::server::{Server, answer};

#[test]
fn no_redirect_is_followed_wherever_it_points() {
    let authority = Authority::new();
    for status in [301, 302, 303, 307, 308] {
        for place in [
            "http://127.0.0.1/",
            "https://other.example/",
            "https://hooks.example.com/elsewhere",
            "/elsewhere",
            "//other.example/",
            "http://169.254.169.254/latest/meta-data/",
            "https://10.0.0.5/",
            "file:///etc/passwd",
        ] {
            let server = Server::saying(authority.server(), answer(&format!("{status} Moved"), &format!("location: {place}"), b"moved"));
            let network = Network::new(server.address, &["93.184.216.34"]);
            let completion = network.client(authority.roots()).post("https://hooks.example.com/", b"{}", LONG);
            assert_eq!(completion.end, End::Answered(status));
            assert_eq!(completion.stdout.bytes, b"moved");
            assert_eq!((server.requests(), network.dialled().len()), (1, 1), "{status} to {place}");
        }
    }
}
