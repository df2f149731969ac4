import '../no-eval.ts'
import { expose } from 'comlink'
import { createDesk } from './desk.ts'
import { fetchSnapshot } from './fetch-snapshot.ts'
import { scenarios } from './scenarios.ts'

expose(createDesk({ scenarios, fetchSnapshot }))
