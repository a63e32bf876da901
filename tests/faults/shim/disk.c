/*
 * A disk in trouble, for a program that keeps a log `*.aof`: preloaded (LD_PRELOAD), it takes the place of write,
 * fsync and fdatasync. What it does is told by files of the folder FAULTS_DISK, looked at on each call:
 *
 *   delay-ms       each sync of a log takes so many milliseconds longer
 *   largest-bytes  a log grows to this length; then the disk is full (ENOSPC), after a last write that is cut short
 *
 * and it writes there itself:
 *
 *   synced-NAME    the length of the log NAME that is surely on disk
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_in_folder(const char *prefix, const char *name, int flags) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s%s", getenv("FAULTS_DISK"), prefix, name);
  return open(path, flags, 0600);
}

/* The number in a file of the folder; -1 where there is none. */
static long told(const char *name) {
  char text[32] = {0};
  int file = open_in_folder("", name, O_RDONLY);
  if (file < 0) return -1;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  return length > 0 ? atol(text) : -1;
}

/* Name of the log behind a descriptor, in `path`; NULL when it is something else. */
static const char *log_name(int fd, char path[4096]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, 4095);
  if (length < 5 || memcmp(path + length - 4, ".aof", 4) != 0) return NULL;
  path[length] = 0;
  return strrchr(path, '/') + 1;
}

static int synced(const char *function, int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, function);
  char path[4096], text[32];
  const char *name = log_name(fd, path);
  if (!name) return real(fd);
  struct stat before;
  fstat(fd, &before);
  long delay = told("delay-ms");
  if (delay > 0) usleep(delay * 1000);
  int result = real(fd);
  if (result == 0) {
    int file = open_in_folder("synced-", name, O_WRONLY | O_CREAT);
    pwrite(file, text, snprintf(text, sizeof text, "%020ld", (long)before.st_size), 0);
    close(file);
  }
  return result;
}

int fsync(int fd) { return synced("fsync", fd); }
int fdatasync(int fd) { return synced("fdatasync", fd); }

ssize_t write(int fd, const void *data, size_t size) {
  ssize_t (*real)(int, const void *, size_t) = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  char path[4096];
  struct stat now;
  long largest = log_name(fd, path) ? told("largest-bytes") : -1;
  if (largest < 0 || fstat(fd, &now) != 0 || now.st_size + (long)size <= largest) return real(fd, data, size);
  if (now.st_size < largest) return real(fd, data, largest - now.st_size);
  errno = ENOSPC;
  return -1;
}
