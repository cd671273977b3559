import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { envFile, logFolder, makeFolder, ports, secrets, stackFolder } from './stack-paths.ts'
import { isListening, type Service } from './service.ts'
import { mqtt } from './mqtt.ts'
import { postgres } from './postgres.ts'
import { redis } from './redis.ts'
import { s3 } from './s3.ts'
import { applications, dingtalk, sms, weather } from './simulators.ts'

const all: Service[] = [postgres(), redis(), s3(), mqtt(), sms(), dingtalk(), weather(), applications()]
const [command = '', ...names] = process.argv.slice(2)
const unknown = names.filter((name) => !all.some((service) => service.name === name))
const chosen = names.length ? all.filter((service) => names.includes(service.name)) : all

const commands: Record<string, () => Promise<void>> = { up, down, status, reset }
if (!commands[command] || unknown.length) {
  console.error(`usage: bin/stack up|down|status|reset [${all.map((service) => service.name).join('|')}]…`)
  process.exit(2)
}
// A reader that stops early (`bin/stack status | head`) must not end the work, which would leave the lock behind.
process.stdout.on('error', () => {})
makeFolder(stackFolder)
await withLock(commands[command])

async function up() {
  writeEnv()
  const results = await Promise.allSettled(chosen.map(startOne))
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []))
  if (failures.length === 0) return
  for (const failure of failures) console.error(`stack: ${failure.message}`)
  console.error(`stack: logs are in ${logFolder}`)
  process.exitCode = 1
}

async function startOne(service: Service) {
  if (await isListening(service.port)) return console.log(`stack: ${service.name} is up on ${service.port}`)
  const began = Date.now()
  await service.start()
  console.log(`stack: ${service.name} started on ${service.port} in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

async function down() {
  for (const service of chosen.toReversed()) {
    await service.stop()
    console.log(`stack: ${service.name} is down`)
  }
}

async function status() {
  for (const service of all)
    console.log(
      `${service.name.padEnd(12)} ${(await isListening(service.port)) ? 'up  ' : 'down'} 127.0.0.1:${service.port}`,
    )
  console.log(`data         ${stackFolder}\nlogs         ${logFolder}\nsettings     ${envFile}`)
}

/** Stops the servers and deletes their data. */
async function reset() {
  await down()
  for (const service of chosen) rmSync(`${stackFolder}/${service.name}`, { recursive: true, force: true })
  if (!names.length) rmSync(logFolder, { recursive: true, force: true })
  console.log('stack: data removed')
}

/**
 * The settings with which processes of this checkout find the servers; package scripts read them with
 * --env-file-if-exists.
 */
function writeEnv() {
  const settings = {
    ...Object.assign({}, ...all.map((service) => service.env())),
    QIMING_MASTER_KEY: secrets().master,
    QIMING_DEMO: 'allowed',
    QIMING_ICP: '浙ICP备00000000号-1',
    QIMING_POLICE_FILING: '浙公网安备00000000000000号',
    QIMING_HELP_PHONE: '0500-86000100',
    QIMING_API_PORT: ports.api,
    QIMING_API_OPS_PORT: ports.apiOps,
    QIMING_WORKER_OPS_PORT: ports.workerOps,
    QIMING_WEB_PORT: ports.web,
    QIMING_FILES_PORT: ports.files,
  } as Record<string, string | number>
  mkdirSync(dirname(envFile), { recursive: true })
  writeFileSync(
    envFile,
    Object.entries(settings)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
    { mode: 0o600 },
  )
}

/** Two callers at once, for example two test processes, take turns. */
async function withLock(work: () => Promise<void>) {
  const lock = `${stackFolder}/.lock`
  const deadline = Date.now() + 120_000
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch {
      if (Date.now() > deadline) throw new Error(`${lock} is held by another bin/stack; remove it if none runs`)
      await sleep(100)
    }
  }
  try {
    await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}
