import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseProbe } from '@headroom/shared'
import { expect, onTestFinished, test } from 'vitest'
import { installed, probe, run, scratch, script } from './capture.ts'

/** Takes huge pages and keeps them until its input ends: `take mapped 5`, `take open 3` (a memfd, mapped no more). */
const take = `
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(int argc, char **argv) {
  size_t page = 2 << 20, length = page * strtoul(argv[2], 0, 10);
  int memory = memfd_create("taken", MFD_HUGETLB | 21 << 26);
  if (memory < 0 || ftruncate(memory, length)) return 1;
  char *at = mmap(0, length, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (at == MAP_FAILED) return 1;
  for (size_t i = 0; i < length; i += page) at[i] = 1;
  if (!strcmp(argv[1], "open")) munmap(at, length);
  puts("taken");
  fflush(stdout);
  getchar();
  return 0;
}
`
const asked = '/proc/sys/vm/nr_hugepages'
const compiler = installed('cc')
const why =
  process.env.HEADROOM_TAKE_PAGES !== '1'
    ? 'set HEADROOM_TAKE_PAGES=1 as root to let it reserve huge pages'
    : process.getuid?.() !== 0
      ? 'only root may reserve huge pages'
      : compiler
        ? undefined
        : 'no C compiler'

test.skipIf(why)(
  `pages taken on this machine are found with who has them${why ? `: skipped, ${why}` : ''}`,
  async () => {
    const before = readFileSync(asked, 'utf8')
    onTestFinished(() => writeFileSync(asked, before))
    writeFileSync(asked, String(Number(before) + 16))

    const place = scratch()
    chmodSync(place, 0o755)
    writeFileSync(join(place, 'take.c'), take)
    execFileSync(compiler ?? '', ['-o', join(place, 'take'), join(place, 'take.c')])
    const start = async (how: string, pages: number) => {
      const child = spawn(join(place, 'take'), [how, String(pages)], { stdio: ['pipe', 'pipe', 'inherit'] })
      onTestFinished(() => void child.stdin.end())
      const [said] = await once(child.stdout, 'data')
      expect(String(said)).toBe('taken\n')
      return child.pid
    }
    const empty = probe('/')
    const mapped = await start('mapped', 5)
    const open = await start('open', 3)

    const full = probe('/')
    const pages = full.holders?.filter(({ pid }) => pid === mapped).map(({ pages }) => pages) ?? []
    expect(pages.reduce((sum, one) => sum + one, 0)).toBe(5)
    expect(full.open_files).toMatchObject([{ pid: open, command: 'take', size_kib: 2048, pages: 3 }])
    const free = ({ pools }: typeof full) => pools.find(({ size_kib }) => size_kib === 2048)?.free ?? 0
    expect(free(empty) - free(full)).toBe(8)

    const copy = join(place, 'headroom-probe')
    copyFileSync(script, copy)
    const seen = parseProbe(run([], { copy, cwd: place, uid: 65534 }).stdout).facts
    expect(seen?.unplaced).toMatchObject([{ pid: mapped, command: 'take', hugetlb_kib: 5 * 2048 }])
    expect(seen?.unread.find(({ path }) => path === '/proc/PID/maps')).toMatchObject({
      why: 'not permitted',
      pids: expect.arrayContaining([mapped, open, process.pid]),
    })
    expect(seen?.unseen.reduce((sum, { pages }) => sum + pages, 0)).toBeGreaterThanOrEqual(8)
  },
)
