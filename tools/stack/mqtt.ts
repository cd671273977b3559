import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { userInfo } from 'node:os'
import { logFolder, makeFolder, ports, secrets, stackFolder } from './stack-paths.ts'
import { isListening, endByPidFile, runCommand, waitUntil, type Service } from './service.ts'

export function mqtt(): Service {
  const folder = join(stackFolder, 'mqtt')
  const pidFile = join(folder, 'mosquitto.pid')
  const { mqtt: password } = secrets()
  return {
    name: 'mqtt',
    port: ports.mqtt,
    async start() {
      makeFolder(folder)
      makeFolder(logFolder)
      const file = (name: string, lines: string[]) => {
        writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o600 })
        return join(folder, name)
      }
      const passwords = file('passwords', [`server:${password}`])
      await runCommand('mosquitto_passwd', ['-U', passwords])
      // A device reads and writes below its own name only; the server everywhere.
      const rights = file('acl', [
        'user server',
        'topic readwrite d/#',
        'pattern write d/%u/up/#',
        'pattern read d/%u/down/#',
      ])
      chmodSync(passwords, 0o600)
      const config = file('mosquitto.conf', [
        `listener ${ports.mqtt} 127.0.0.1`,
        `user ${userInfo().username}`,
        'allow_anonymous false',
        `password_file ${passwords}`,
        `acl_file ${rights}`,
        `pid_file ${pidFile}`,
        `log_dest file ${join(logFolder, 'mqtt.log')}`,
        'persistence false',
        // With a free choice of the client id one device could disconnect another one.
        'use_username_as_clientid true',
        'message_size_limit 65536',
        'max_inflight_messages 20',
        'max_queued_messages 200',
        'max_connections 2000',
      ])
      await runCommand('mosquitto', ['-c', config, '-d'])
      await waitUntil('mosquitto', () => isListening(ports.mqtt))
    },
    stop: () => endByPidFile(pidFile),
    env: () => ({ QIMING_MQTT_URL: `mqtt://server:${password}@127.0.0.1:${ports.mqtt}` }),
  }
}
