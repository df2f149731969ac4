import { antelope } from './antelope.ts'
import { antelope270 } from './antelope-27.0.ts'
import { bobcat } from './bobcat.ts'
import { caracal } from './caracal.ts'
import { dalmatian } from './dalmatian.ts'
import { epoxy } from './epoxy.ts'
import { flamingo } from './flamingo.ts'
import { gazpacho } from './gazpacho.ts'
import { icehouse } from './icehouse.ts'
import { juno } from './juno.ts'
import { juno201420 } from './juno-2014.2.0.ts'
import { junoB3 } from './juno-b3.ts'
import { kilo } from './kilo.ts'
import { liberty } from './liberty.ts'
import { liberty120 } from './liberty-12.0.ts'
import { master } from './master.ts'
import { mitaka } from './mitaka.ts'
import { mitaka130 } from './mitaka-13.0.ts'
import { newton } from './newton.ts'
import { newton1404 } from './newton-14.0.4.ts'
import { newton140 } from './newton-14.0.ts'
import { ocata } from './ocata.ts'
import { ocata150 } from './ocata-15.0.ts'
import { pike } from './pike.ts'
import { queens } from './queens.ts'
import { queens1706 } from './queens-17.0.6.ts'
import { queens170 } from './queens-17.0.ts'
import type { Release } from './release.ts'
import { rocky } from './rocky.ts'
import { rocky180 } from './rocky-18.0.ts'
import { rocky181 } from './rocky-18.1.ts'
import { stein } from './stein.ts'
import { train } from './train.ts'
import { train200 } from './train-20.0.ts'
import { train202 } from './train-20.2.ts'
import { ussuri } from './ussuri.ts'
import { ussuri210 } from './ussuri-21.0.ts'
import { ussuri211 } from './ussuri-21.1.ts'
import { victoria } from './victoria.ts'
import { wallaby } from './wallaby.ts'
import { wallaby230 } from './wallaby-23.0.ts'
import { xena } from './xena.ts'
import { yoga } from './yoga.ts'
import { zed } from './zed.ts'
import { zed260 } from './zed-26.0.ts'

/** Oldest first. Each is an earlier one and what it changed; a fix reaches point releases of older series late. */
export const releases: readonly Release[] = [
  icehouse,
  junoB3,
  juno201420,
  juno,
  kilo,
  liberty120,
  liberty,
  mitaka130,
  mitaka,
  newton140,
  newton1404,
  newton,
  ocata150,
  ocata,
  pike,
  queens170,
  queens1706,
  queens,
  rocky180,
  rocky181,
  rocky,
  stein,
  train200,
  train202,
  train,
  ussuri210,
  ussuri211,
  ussuri,
  victoria,
  wallaby230,
  wallaby,
  xena,
  yoga,
  zed260,
  zed,
  antelope270,
  antelope,
  bobcat,
  caracal,
  dalmatian,
  epoxy,
  flamingo,
  gazpacho,
  master,
]

const byId = new Map(releases.map((release) => [release.id, release]))

export const releaseById = (id: string): Release | undefined => byId.get(id)
