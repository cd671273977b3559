import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../modules.ts'
import { e2ePorts, logDir } from './e2e-settings.ts'

/** Debian's nginx with the configuration that we ship, as in a real installation. */
export function startProxy() {
  const folder = join(logDir, 'nginx')
  mkdirSync(folder, { recursive: true })
  const values: Record<string, string> = {
    API: `127.0.0.1:${e2ePorts.api}`,
    LISTEN: `127.0.0.1:${e2ePorts.proxy}`,
    FILES: `127.0.0.1:${e2ePorts.files}`,
    FILES_LISTEN: `127.0.0.1:${e2ePorts.filesProxy}`,
    LOGS: folder,
  }
  const [portal, files] = ['portal.conf', 'files.conf'].map((name) =>
    readFileSync(join(root, 'ops/nginx', name), 'utf8').replaceAll(
      /\$\{(\w+)\}/g,
      (_, variable: string) => values[variable]!,
    ),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log warn; worker_processes 1;
events { worker_connections 512; }
http { ${temporary.join(' ')}
${portal}
${files}
}`,
  )
  return spawn('nginx', ['-c', config, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] })
}
