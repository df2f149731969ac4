import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

const running: ChildProcess[] = []

function core(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'core.ts'), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.push(child)
  return child
}

afterEach(() => {
  for (const child of running.splice(0)) child.kill()
})

test('a line is answered before the next is sent', async () => {
  const child = core('--release', 'liberty')
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  for (const id of [1, 2]) {
    child.stdin.write(`{"id":${id},"op":"constraints","flavor":{"vcpus":1,"memory_mb":512}}\n`)
    expect(JSON.parse((await answers.next()).value)).toEqual({ id, out: { topology: null } })
  }
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.each([[[]], [['--release', 'havana']], [['--relese', 'zed']]])('%j is told how to ask', async (args) => {
  const child = core(...args)
  let told = ''
  child.stderr.on('data', (data) => {
    told += data
  })
  expect(await once(child, 'close')).toEqual([2, null])
  expect(told).toContain('--release RELEASE')
  expect(told).toContain('liberty')
})
