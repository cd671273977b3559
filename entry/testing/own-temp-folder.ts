import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Tests of sweeping look through the whole folder: each process has one of its own, where no neighbour's files are.
if (!process.env['TMPDIR']?.includes('qiming-test-')) {
  const folder = mkdtempSync(join(tmpdir(), 'qiming-test-'))
  // LibreOffice runs as somebody else.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
