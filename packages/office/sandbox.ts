/** Nobody: neither the worker's user nor the owner of any file. */
const unprivilegedUser = '65534'
const megabyte = 1024 * 1024
const scratchBytes = 512 * megabyte
const sharedBytes = 64 * megabyte
export const sandboxLimits = {
  cpuSeconds: 30,
  memoryBytes: 1024 * megabyte,
  outputBytes: 200 * megabyte,
  /** Including threads. Counted per sandbox by every kernel since 5.14, so that sandboxes do not affect each other. */
  processes: 64,
}
/** By default it would use as many as there are cores, more than the limit on a large machine. */
const threadsOfOffice = 4

/** The file descriptors of input and output of the sandbox. */
export const sandboxDescriptors = { pdf: 1, facts: 3, profile: 4, document: 5, faces: 6, converter: 7 } as const

export interface SandboxedCommand {
  command: string
  arguments: string[]
}

export interface SandboxOptions {
  suffix: string
  /** The customer's licensed fonts. */
  fontsFolder?: string | undefined
}

/**
 * One command in a sandbox without network, files and users of the machine, which is gone when it ends. All input and
 * output goes through file descriptors, so that no folder of the machine is reachable from inside.
 */
export function buildSandboxedCommand(
  command: readonly string[],
  { suffix, fontsFolder }: SandboxOptions,
): SandboxedCommand {
  const sandboxArguments = [
    // Only a loopback network, no other processes, and an unprivileged user on the machine too.
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
    // Otherwise each could use half of the machine's memory.
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
  const whole = ['nice', '-n', '5', 'bwrap', ...sandboxArguments, ...bounds, ...command]
  // Root drops its privileges first: inside it would still be root for the visible files.
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
