import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logFolder, makeFolder, ports, secrets, stackFolder } from './stack-paths.ts'
import { isListening, endByPidFile, runCommand, waitUntil, type Service } from './service.ts'

/**
 * Ceph's S3 gateway with one monitor and one disk in memory: the same software as on premise, small enough for a
 * laptop. Its objects are gone when it stops, so it starts empty each time.
 */
export function s3(): Service {
  const folder = join(stackFolder, 's3')
  const at = (name: string) => join(folder, name)
  const { s3Key, s3Secret } = secrets()
  const ceph = (command: string, args: string[], input?: string) =>
    runCommand(command, ['-c', at('ceph.conf'), ...args], { timeout: 40_000, cwd: folder, ...(input ? { input } : {}) })

  return {
    name: 's3',
    port: ports.s3,
    async start() {
      rmSync(folder, { recursive: true, force: true })
      for (const sub of ['.', 'mon', 'osd', 'run']) makeFolder(at(sub))
      makeFolder(logFolder)
      await startMonitor()
      await startDisk()
      await ceph('radosgw-admin', [
        '-n',
        'client.rgw',
        'user',
        'create',
        '--uid=qiming',
        '--display-name=qiming',
        `--access-key=${s3Key}`,
        `--secret=${s3Secret}`,
      ])
      await ceph('radosgw', ['-n', 'client.rgw'])
      await waitUntil('the S3 gateway', () => isListening(ports.s3), 40)
    },
    async stop() {
      // The disk is in memory: nothing has to be flushed, so the processes are killed.
      for (const name of ['client.rgw', 'osd.0', 'mon.a']) await endByPidFile(at(`run/${name}.pid`), 'SIGKILL')
    },
    env: () => ({
      QIMING_S3_ENDPOINT: `http://127.0.0.1:${ports.s3}`,
      QIMING_S3_KEY: s3Key,
      QIMING_S3_SECRET: s3Secret,
    }),
  }

  async function startMonitor() {
    const fsid = randomUUID()
    writeFileSync(at('ceph.conf'), configuration(fsid))
    const keyring = (args: string[]) => runCommand('ceph-authtool', [at('keyring'), ...args])
    await keyring(['--create-keyring', '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *'])
    await keyring([
      '--gen-key',
      '-n',
      'client.admin',
      '--cap',
      'mon',
      'allow *',
      '--cap',
      'osd',
      'allow *',
      '--cap',
      'mgr',
      'allow *',
    ])
    await keyring(['--gen-key', '-n', 'client.rgw', '--cap', 'mon', 'allow rw', '--cap', 'osd', 'allow rwx'])
    await runCommand('monmaptool', [
      '--create',
      '--addv',
      'a',
      `[v2:127.0.0.1:${ports.cephMonitor}]`,
      '--fsid',
      fsid,
      at('monmap'),
    ])
    await ceph('ceph-mon', ['-i', 'a', '--mkfs', '--monmap', at('monmap'), '--keyring', at('keyring')])
    await ceph('ceph-mon', ['-i', 'a'])
    await waitUntil('the Ceph monitor', () => isListening(ports.cephMonitor))
  }

  async function startDisk() {
    const id = randomUUID()
    const key = (await runCommand('ceph-authtool', ['--gen-print-key'])).trim()
    await ceph('ceph', ['osd', 'new', id, '-i', '-'], JSON.stringify({ cephx_secret: key }))
    await runCommand('ceph-authtool', ['--create-keyring', at('osd/keyring'), '-n', 'osd.0', '--add-key', key])
    writeFileSync(at('osd/type'), 'memstore\n')
    await ceph('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', id])
    await ceph('ceph-osd', ['-i', '0'])
    await waitUntil('the Ceph disk', async () => /1 up/.test(await ceph('ceph', ['osd', 'stat'])))
  }

  function configuration(fsid: string) {
    const [from, to] = ports.cephDisk
    return `[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${ports.cephMonitor}/0]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr1 = false
ms_bind_port_min = ${from}
ms_bind_port_max = ${to}
keyring = ${at('keyring')}
run_dir = ${at('run')}
pid_file = ${at('run/$name.pid')}
admin_socket = ${at('run/$name.asok')}
log_file = ${logFolder}/s3-$name.log
crash_dir = ${at('run')}
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 4294967296
mon_data_avail_crit = 1
[mon.a]
mon_data = ${at('mon')}
[osd]
osd_data = ${at('osd')}
keyring = ${at('osd/keyring')}
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${ports.s3}
# What is deleted is kept for two hours by default; here it lies in memory.
rgw_gc_obj_min_wait = 30
rgw_gc_processor_period = 30
rgw_gc_processor_max_time = 30
`
  }
}
