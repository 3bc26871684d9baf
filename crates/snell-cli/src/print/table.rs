//! Columns of plain texts, aligned.

/// The rows with every column but the last padded to its widest cell; a cell wider than `widest` pushes only its own row aside.
pub(super) fn aligned<const N: usize>(rows: &[[String; N]], widest: usize) -> Vec<[String; N]> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).filter(|width| *width <= widest).max().unwrap_or(0);
    let mut padded = rows.to_vec();
    for column in 0..N.saturating_sub(1) {
        let width = width(column);
        for row in &mut padded {
            row[column] = format!("{:<width$}", row[column]);
        }
    }
    padded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_cells_and_no_wider_than_they_may() {
        let rows = [["a", "b"], ["größe", "c"], ["much too long", "d"]].map(|row| row.map(str::to_owned));
        let shown: Vec<String> = aligned(&rows, 8).iter().map(|row| row.join("|")).collect();
        assert_eq!(shown, ["a    |b", "größe|c", "much too long|d"]);
    }
}
