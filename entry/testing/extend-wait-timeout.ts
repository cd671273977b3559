import { vi } from 'vitest'

/** A second, which is Vitest's own default, is too short for a machine that others use too. Whoever need not wait does not. */
const timeout = 60_000
const { waitFor } = vi

const waitForLonger: typeof vi.waitFor = (check, options = {}) =>
  waitFor(check, typeof options === 'number' ? options : { timeout, ...options })

// Files share a process, and this one runs before each of them.
if (waitFor.name !== waitForLonger.name) vi.waitFor = waitForLonger
