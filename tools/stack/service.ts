import { spawn, type SpawnOptions } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** One server of the stack. `start` returns when it answers. */
export interface Service {
  name: string
  port: number
  start(): Promise<void>
  stop(): Promise<void>
  /** Connection settings for its clients. */
  env(): Record<string, string>
}

/** Runs a command to its end; its output is shown only when it fails. */
export async function runCommand(
  command: string,
  args: string[],
  options: SpawnOptions & { input?: string; timeout?: number } = {},
) {
  const { input, timeout = 60_000, ...rest } = options
  const child = spawn(command, args, { ...rest, timeout, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin!.on('error', () => {}) // a command that does not read its input is no error
  child.stdin!.end(input)
  // 'exit', not 'close': a daemon inherits the pipes and would keep them open.
  const [code, signal] = await new Promise<[number | null, string | null]>((done, fail) => {
    child.once('error', fail)
    child.once('exit', (...result) => done(result))
  })
  child.stdout!.destroy()
  child.stderr!.destroy()
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}\n${output}`)
  return output
}

export const isListening = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const end = (result: boolean) => (socket.destroy(), done(result))
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .setTimeout(1000, () => end(false))
  })

export async function waitUntil(what: string, check: () => Promise<boolean>, seconds = 120) {
  const deadline = Date.now() + seconds * 1000
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s in vain for ${what}`)
    await sleep(50)
  }
}

/** Ends the process that a pid file names, and waits until it is gone. */
export async function endByPidFile(file: string, signal: NodeJS.Signals = 'SIGTERM') {
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').trim().split('\n')[0]) : 0
  // The file of a process that ended by itself stays, and another process may have its number by now.
  if (pid && isAlive(pid) && getStartTime(pid) <= statSync(file).mtimeMs + 1000) {
    process.kill(pid, signal)
    await waitUntil(`process ${pid} to end`, async () => !isAlive(pid), 20)
  }
  rmSync(file, { force: true })
}

/** When a process began, in milliseconds: the 22nd word of its status counts hundredths of seconds since the boot. */
function getStartTime(pid: number): number {
  const words = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const [, boot = '0'] = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? []
  return Number(boot) * 1000 + Number(words[19]) * 10
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    // A zombie counts as gone: a container may have no process that reaps it.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
