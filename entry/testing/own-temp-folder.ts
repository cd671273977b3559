import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Tests of the sweeper read the whole folder, so each process has its own.
if (!process.env['TMPDIR']?.includes('qiming-test-')) {
  const folder = mkdtempSync(join(tmpdir(), 'qiming-test-'))
  // LibreOffice runs as another user.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
