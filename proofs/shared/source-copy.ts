import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../../entry/modules.ts'
import { ports, stackFolder } from '../../tools/stack/stack-paths.ts'

export interface SourceCopy {
  folder: string
  /** Runs a command in the copy, with the servers of the original. */
  run(command: string, args: string[]): { ok: boolean; output: string }
  remove(): void
}

/** A copy of the source, committed or not, in a separate folder where it may be broken. */
export function copySource(): SourceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'qiming-copy-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter((file) => file && existsSync(join(root, file)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  symlinkSync(join(root, 'toolchain/node_modules'), join(folder, 'toolchain/node_modules'))
  execFileSync('git', ['init', '-q'], { cwd: folder }) // some checks list the files with git
  return {
    folder,
    run(command, args) {
      const { status, stdout, stderr } = spawnSync(command, args, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, QIMING_STACK_DIR: stackFolder, QIMING_STACK_PORT: `${ports.postgres}`, NO_COLOR: '1' },
        timeout: 900_000,
        maxBuffer: 64 * 2 ** 20,
      })
      return { ok: status === 0, output: stdout + stderr }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
