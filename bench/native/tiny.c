/* The smallest hook there can be: reads its stdin to the end and prints {}. No C library, so that nothing but the process itself costs.
 *   cc -O2 -static -nostdlib -o tiny tiny.c */
static long call(long number, long a, long b, long c) {
  long result;
#if defined(__x86_64__)
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  result = x0;
#else
#error "tiny.c knows x86-64 and aarch64"
#endif
  return result;
}

#if defined(__x86_64__)
enum { READ = 0, WRITE = 1, EXIT = 60 };
#else
enum { READ = 63, WRITE = 64, EXIT = 93 };
#endif

void _start(void) {
  static char buffer[65536];
  while (call(READ, 0, (long)buffer, sizeof buffer) > 0) {}
  call(WRITE, 1, (long)"{}\n", 3);
  call(EXIT, 0, 0, 0);
  __builtin_unreachable();
}
