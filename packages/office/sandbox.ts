/** Nobody: neither the worker's user nor anybody who owns a file. */
const unprivilegedUser = '65534'
const megabyte = 1024 * 1024
const scratchBytes = 512 * megabyte
const sharedBytes = 64 * megabyte
export const sandboxLimits = {
  cpuSeconds: 30,
  memoryBytes: 1024 * megabyte,
  outputBytes: 200 * megabyte,
  /** Threads among them. Counted in the room alone, by every kernel since 5.14: several rooms take nothing from each other. */
  processes: 64,
}
/** It would take as many as there are cores, and on a large machine more than it may have. */
const threadsOfOffice = 4

/** What the sandbox reads from and tells to its maker, as numbers of open files. */
export const sandboxDescriptors = { pdf: 1, facts: 3, profile: 4, document: 5, faces: 6, converter: 7 } as const

export interface SandboxedCommand {
  command: string
  arguments: string[]
}

export interface SandboxOptions {
  suffix: string
  /** The customer's licensed faces. */
  fontsFolder?: string | undefined
}

/**
 * One command in a room without network, without the machine's files and users, that is gone when it ends. Everything
 * comes in and goes out by open files, so that no folder of the machine is reachable from inside.
 */
export function buildSandboxedCommand(
  command: readonly string[],
  { suffix, fontsFolder }: SandboxOptions,
): SandboxedCommand {
  const room = [
    // No network but a loopback of its own, no other processes, and a user that is nobody on the machine either.
    '--unshare-all',
    '--unshare-user',
    '--disable-userns',
    '--uid',
    unprivilegedUser,
    '--gid',
    unprivilegedUser,
    '--hostname',
    'preview',
    '--die-with-parent',
    '--new-session',
    ...['/usr/bin', '/usr/lib', '/usr/lib64', '/usr/share'].flatMap((folder) => ['--ro-bind-try', folder, folder]),
    '--symlink',
    'usr/lib',
    '/lib',
    '--symlink',
    'usr/lib64',
    '/lib64',
    '--symlink',
    'usr/bin',
    '/bin',
    ...['/etc/libreoffice', '/var/cache/fontconfig'].flatMap((folder) => ['--ro-bind-try', folder, folder]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    // Otherwise both would hold as much as half of the machine's memory.
    '--size',
    String(sharedBytes),
    '--tmpfs',
    '/dev/shm',
    '--remount-ro',
    '/dev',
    '--size',
    String(scratchBytes),
    '--tmpfs',
    '/scratch',
    '--symlink',
    'scratch',
    '/tmp',
    '--perms',
    '0444',
    '--file',
    String(sandboxDescriptors.document),
    `/in/document.${suffix}`,
    '--perms',
    '0444',
    '--file',
    String(sandboxDescriptors.faces),
    '/in/fonts.conf',
    '--perms',
    '0444',
    '--file',
    String(sandboxDescriptors.converter),
    '/in/convert.py',
    '--perms',
    '0600',
    '--file',
    String(sandboxDescriptors.profile),
    '/scratch/profile/user/registrymodifications.xcu',
    ...(fontsFolder ? ['--ro-bind', fontsFolder, '/fonts'] : []),
    '--remount-ro',
    '/',
    '--clearenv',
    '--setenv',
    'HOME',
    '/scratch',
    '--setenv',
    'TMPDIR',
    '/scratch',
    '--setenv',
    'PATH',
    '/usr/bin',
    '--setenv',
    'LANG',
    'C.UTF-8',
    '--setenv',
    'FONTCONFIG_FILE',
    '/in/fonts.conf',
    '--setenv',
    'MAX_CONCURRENCY',
    String(threadsOfOffice),
  ]
  const { cpuSeconds, memoryBytes, outputBytes, processes } = sandboxLimits
  const bounds = [
    'prlimit',
    `--cpu=${cpuSeconds}`,
    `--data=${memoryBytes}`,
    `--fsize=${outputBytes}`,
    `--nproc=${processes}`,
    '--core=0',
    '--nofile=512',
    '--',
  ]
  const whole = ['nice', '-n', '5', 'bwrap', ...room, ...bounds, ...command]
  // Root gives itself up first: inside, it would still be root to the files that it sees.
  const dropped = [
    'setpriv',
    `--reuid=${unprivilegedUser}`,
    `--regid=${unprivilegedUser}`,
    '--clear-groups',
    '--no-new-privs',
    ...whole,
  ]
  const [first, ...rest] = process.getuid?.() === 0 ? dropped : whole
  return { command: first!, arguments: rest }
}
