import { expect, test } from 'vitest'
import { GiB, KiB } from '../units.ts'
import { readVerdictRequest } from './request.ts'

const flavor = {
  name: 'hp.small',
  vcpus: 2,
  memory_kib: 2097152,
  root_gib: 20,
  ephemeral_gib: 0,
  swap_kib: 0,
  extra_specs: { 'hw:mem_page_size': '2048' },
}

test('a request names a flavor, an image and the hosts to ask', () => {
  expect(readVerdictRequest({ flavor, image: {}, hosts: ['compute-07'] })).toEqual({
    facts: {
      flavor: {
        name: 'hp.small',
        vcpus: 2,
        memory: GiB(2),
        rootGb: 20,
        ephemeralGb: 0,
        swap: KiB(0),
        extraSpecs: { 'hw:mem_page_size': '2048' },
      },
      image: {},
      hosts: ['compute-07'],
    },
    problems: [],
  })
})

test('every mistake of a request is named at once', () => {
  const { facts, problems } = readVerdictRequest({ flavor: { ...flavor, vcpus: 'two', memory_kib: 0.5 } })
  expect(facts).toBeUndefined()
  expect(problems.map(({ at, expected }) => [at.path, expected])).toEqual([
    ['flavor.vcpus', 'number'],
    ['flavor.memory_kib', 'whole number'],
    ['image', 'record'],
  ])
})
