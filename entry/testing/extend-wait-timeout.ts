import { vi } from 'vitest'

/** Vitest's default of one second is too short for a shared machine. A met condition ends the wait at once. */
const timeout = 60_000
const { waitFor } = vi

const waitForLonger: typeof vi.waitFor = (check, options = {}) =>
  waitFor(check, typeof options === 'number' ? options : { timeout, ...options })

// Files share a process, and this one runs before each of them.
if (waitFor.name !== waitForLonger.name) vi.waitFor = waitForLonger
