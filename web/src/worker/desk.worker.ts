import '../no-eval.ts'
import { expose } from 'comlink'
import { createDesk } from './desk.ts'
import { fetchSnapshot } from './fetch-snapshot.ts'
import { scenarios } from './scenarios.ts'
import { storeSnapshot } from './store-snapshot.ts'

expose(createDesk({ scenarios, fetchSnapshot, storeSnapshot }))
