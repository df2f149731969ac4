import { existsSync } from 'node:fs'
import { answers, onPath, run, say, systemInstall } from './steps.mjs'

const candidates = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * A browser of this machine: `HEADROOM_CHROMIUM`, or the first of the usual ones that runs.
 * @returns {string | undefined} its path; undefined leaves Playwright to its own
 */
export const findChromium = () => {
  if (process.env.HEADROOM_CHROMIUM) return process.env.HEADROOM_CHROMIUM
  return candidates.map(onPath).find((path) => path !== undefined && answers(path))
}

const playwrightHasItsOwn = async () => {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}

/**
 * Finds a Chromium for the journeys, or installs one: Debian's where that may be done, else Playwright's own.
 * @returns {Promise<boolean>} whether there is one now
 */
export const ensureChromium = async () => {
  if (findChromium() || (await playwrightHasItsOwn())) return true
  if ((await systemInstall(['chromium', 'fonts-dejavu-core'])) && findChromium()) return true
  say("installing Playwright's Chromium")
  return (await run('npx', ['playwright', 'install', 'chromium'])) === 0
}
