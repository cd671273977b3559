import { spawn } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout, logFolder, makeFolder, ports, stackFolder } from './stack-paths.ts'
import { isListening, endByPidFile, waitUntil, type Service } from './service.ts'

/** Simulators of external services on loopback: Node processes of our own. */
function simulator(
  name: 'sms' | 'dingtalk' | 'weather' | 'applications',
  settings: Record<string, string>,
  env: Record<string, string>,
): Service {
  const folder = join(stackFolder, name)
  const pidFile = join(folder, `${name}.pid`)
  const port = ports[name]
  return {
    name,
    port,
    async start() {
      makeFolder(folder)
      const log = join(makeFolder(logFolder), `${name}.log`)
      const out = openSync(log, 'a')
      const child = spawn(process.execPath, [join(checkout, 'entry/simulators', `${name}.ts`)], {
        cwd: checkout,
        env: { ...process.env, ...settings, SIM_PORT: `${port}` },
        detached: true,
        stdio: ['ignore', out, out],
      })
      closeSync(out)
      child.unref()
      writeFileSync(pidFile, `${child.pid}\n`)
      await waitUntil(`the ${name} simulator`, async () => {
        if (child.exitCode !== null) throw new Error(`the ${name} simulator ended; its log is ${log}`)
        return isListening(port)
      })
    },
    stop: () => endByPidFile(pidFile),
    env: () => env,
  }
}

export function sms(): Service {
  const url = `http://127.0.0.1:${ports.sms}`
  const same = {
    ACCESS_KEY_ID: 'sim-key-id',
    ACCESS_KEY_SECRET: 'sim-key-secret',
    SIGN_NAME: '启明',
    TEMPLATE_CODE: 'SMS_SIM_CODE',
    TEMPLATE_NOTICE: 'SMS_SIM_NOTICE',
    TEMPLATE_INVITATION: 'SMS_SIM_INVITATION',
  }
  const named = (prefix: string) =>
    Object.fromEntries(Object.entries(same).map(([name, value]) => [`${prefix}_SMS_${name}`, value]))
  return simulator('sms', named('SIM'), {
    QIMING_SMS_ENDPOINT: url,
    ...named('QIMING'),
    QIMING_SIM_SMS_URL: url,
  })
}

export function dingtalk(): Service {
  const url = `http://127.0.0.1:${ports.dingtalk}`
  return simulator(
    'dingtalk',
    { SIM_PORTAL_URL: `http://127.0.0.1:${ports.web}` },
    {
      QIMING_DINGTALK_API: url,
      QIMING_DINGTALK_OAPI: url,
      QIMING_DINGTALK_LOGIN: url,
      QIMING_SIM_DINGTALK_URL: url,
    },
  )
}

export function weather(): Service {
  const url = `http://127.0.0.1:${ports.weather}`
  const key = 'sim-weather-key'
  return simulator(
    'weather',
    { SIM_WEATHER_KEY: key },
    { QIMING_WEATHER_ENDPOINT: url, QIMING_WEATHER_KEY: key, QIMING_SIM_WEATHER_URL: url },
  )
}

/** The pages of the demo's third-party applications. */
export function applications(): Service {
  return simulator('applications', {}, { QIMING_SIM_APPS_URL: `http://127.0.0.1:${ports.applications}` })
}
