import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../modules.ts'

const file = 'entry/testing/entity-mistakes/mistakes.ts'

/** Compiles only this file and its imports, and returns the reported errors by line. */
function compile(): Map<number, string> {
  const config = join(root, `tsconfig.mistakes-${process.pid}.json`)
  const options = { extends: './tsconfig.server.json', compilerOptions: { incremental: false, noEmit: true } }
  writeFileSync(config, JSON.stringify({ ...options, include: [file], exclude: [] }))
  try {
    execFileSync(process.execPath, ['node_modules/typescript7/bin/tsc', '-p', config, '--pretty', 'false'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return new Map()
  } catch (error) {
    const errors = new Map<number, string>()
    let line = 0
    for (const text of (error as { stdout: string }).stdout.split('\n')) {
      const [, found, message] = /^entry\/testing\/entity-mistakes\/mistakes\.ts\((\d+),\d+\): (.*)$/.exec(text) ?? []
      if (found) line = Number(found)
      errors.set(line, `${errors.get(line) ?? ''}${message ?? text}\n`)
    }
    return errors
  } finally {
    rmSync(config)
  }
}

it('each mistake with an entity is a type error that names what is wrong', { timeout: 120_000 }, () => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const comments = lines.flatMap((text, at) => (text.startsWith('// ') ? [{ at: at + 1, message: text.slice(3) }] : []))
  expect(comments.length).toBeGreaterThanOrEqual(21)
  const errors = compile()
  const isBelow = (line: number, at: number) => line > at && !comments.some((one) => one.at > at && one.at < line)
  const missing = comments.filter(
    ({ at, message }) => ![...errors].some(([line, text]) => isBelow(line, at) && text.includes(message)),
  )
  expect(missing).toEqual([])
  const [first] = comments
  expect([...errors.keys()].filter((line) => line < first!.at)).toEqual([])
})
