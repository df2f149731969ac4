// Imported before anything else, and in syntax that old releases can read, so that an old Node gets this sentence.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22

if (!supported) {
  console.error(
    `Headroom needs Node.js 20.19 or newer (in the 22 line, 22.12 or newer); this is ${process.versions.node}.`,
  )
  process.exit(1)
}
