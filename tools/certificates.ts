/** `pnpm certificates`: prints for every application what it has joined, and why it does without the rest. */
import { loadModules, root } from '../entry/modules.ts'
import { certifyApplication, listApplications, printCertificate } from '../entry/testing/birth-certificate.ts'

const { modules } = await loadModules()
for (const { module, folder } of listApplications(modules, root)) {
  const certificate = await certifyApplication(module, folder)
  console.log(printCertificate(certificate))
  if (certificate.problems.length > 0) process.exitCode = 1
}
