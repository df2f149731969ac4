/**
 * What one part of the test run came to.
 * @typedef {{ passed: number, failed: readonly string[], skipped: readonly string[] }} Tally
 *
 * @typedef {{ fullName: string, status: string }} VitestCase
 * @typedef {{ name: string, status: string, assertionResults: readonly VitestCase[] }} VitestFile
 * @typedef {{ testResults: readonly VitestFile[] }} VitestReport the JSON reporter's
 *
 * @typedef {{ type: string, description?: string }} Annotation
 * @typedef {{ status: string, projectName: string, annotations: readonly Annotation[] }} Journey
 * @typedef {{ title: string, tests: readonly Journey[] }} Spec
 * @typedef {{ title: string, specs?: readonly Spec[], suites?: readonly Suite[] }} Suite
 * @typedef {{ suites: readonly Suite[], errors: readonly { message?: string }[] }} PlaywrightReport the JSON reporter's
 */

/** A check that is one thing: it passed or it did not. @param {string} name @param {boolean} ok @returns {Tally} */
export const oneCheck = (name, ok) => ({ passed: ok ? 1 : 0, failed: ok ? [] : [name], skipped: [] })

/**
 * A test runner that stopped before it reported, or that failed although no test did, is one failure itself.
 * @param {string} name of the part
 * @param {number} status the runner's
 * @param {Tally | undefined} reported
 * @returns {Tally}
 */
export const withRunner = (name, status, reported) => {
  if (!reported) return { passed: 0, failed: [`${name} stopped before it reported`], skipped: [] }
  if (reported.passed + reported.failed.length === 0) return { ...reported, failed: [`${name} ran no test`] }
  if (status !== 0 && reported.failed.length === 0)
    return { ...reported, failed: [`${name} exited ${status} although no test failed`] }
  return reported
}

/** @param {VitestReport} report @returns {Tally} a file that did not load is one failure */
export const unitTests = ({ testResults }) => {
  const cases = testResults.flatMap((file) => file.assertionResults)
  const named = (/** @type {(status: string) => boolean} */ wanted) =>
    cases.filter(({ status }) => wanted(status)).map(({ fullName }) => fullName)
  const unloaded = testResults
    .filter(
      (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
    )
    .map((file) => `${file.name} did not load`)
  return {
    passed: named((status) => status === 'passed').length,
    failed: [...named((status) => status === 'failed'), ...unloaded],
    skipped: named((status) => status !== 'passed' && status !== 'failed'),
  }
}

/** @param {Suite} suite @returns {{ title: string, test: Journey }[]} */
const journeysIn = ({ title, specs = [], suites = [] }) => [
  ...specs.flatMap((spec) => spec.tests.map((test) => ({ title: `${title}: ${spec.title}`, test }))),
  ...suites.flatMap(journeysIn),
]

/** @param {Journey} test @returns {string} */
const skipReason = ({ annotations }) =>
  annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? 'no reason given'

/** @param {PlaywrightReport} report @returns {Tally} */
export const journeys = ({ suites, errors }) => {
  const all = suites.flatMap(journeysIn)
  const ended = (/** @type {string} */ wanted) => all.filter(({ test }) => test.status === wanted)
  return {
    passed: ended('expected').length,
    failed: [
      ...[...ended('unexpected'), ...ended('flaky')].map(({ title }) => title),
      ...errors.map(({ message = 'an error outside any journey' }) => message),
    ],
    skipped: ended('skipped').map(({ title, test }) => `${title} (${skipReason(test)})`),
  }
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {{ lines: string[], ok: boolean }} what to print; the last line is `N passed, N failed`
 */
export const summary = (tallies) => {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.flatMap((tally) => tally.failed)
  const skipped = tallies.flatMap((tally) => tally.skipped)
  return {
    lines: [
      ...skipped.map((name) => `skipped: ${name}`),
      ...failed.map((name) => `failed: ${name}`),
      `${passed} passed, ${failed.length} failed`,
    ],
    ok: failed.length === 0,
  }
}
