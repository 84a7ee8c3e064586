// Preloaded into a server: mirrors what a power cut would leave. After each sync of a file in $FRAMME_DATA,
// copies the file to $FRAMME_SYNCED/contents; after each sync of the folder, records its names in
// $FRAMME_SYNCED/names. Copies are renamed into place, so that a kill in between leaves the former state.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void keep_file(const char *path, const char *synced) {
  char aside[PATH_MAX], kept[PATH_MAX], buffer[1 << 16];
  const char *name = strrchr(path, '/') + 1;
  snprintf(aside, sizeof aside, "%s/aside", synced);
  snprintf(kept, sizeof kept, "%s/contents/%s", synced, name);
  int from = open(path, O_RDONLY | O_CLOEXEC);
  int to = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (from < 0 || to < 0) abort();
  for (ssize_t count; (count = read(from, buffer, sizeof buffer)) > 0;)
    if (write(to, buffer, count) != count) abort();
  close(from);
  close(to);
  if (rename(aside, kept) != 0) abort();
}

static void keep_names(const char *folder, const char *synced) {
  char kept[PATH_MAX];
  DIR *entries = opendir(folder);
  if (!entries) abort();
  for (struct dirent *entry; (entry = readdir(entries));) {
    if (entry->d_name[0] == '.') continue;
    snprintf(kept, sizeof kept, "%s/names/%s", synced, entry->d_name);
    close(open(kept, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  }
  closedir(entries);
}

static int after_sync(int result, int fd) {
  const char *data = getenv("FRAMME_DATA"), *synced = getenv("FRAMME_SYNCED");
  char link[64], path[PATH_MAX];
  if (result != 0 || !data || !synced) return result;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return result;
  path[length] = 0;
  if (strncmp(path, data, strlen(data)) != 0) return result;
  if (strcmp(path, data) == 0) keep_names(path, synced);
  else keep_file(path, synced);
  return result;
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return after_sync(real(fd), fd);
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  return after_sync(real(fd), fd);
}
