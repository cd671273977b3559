import type { PhoneModule } from '#packages/web/core/module.ts'

/** The phone parts of all modules, found by folder. */
export const phoneModules: readonly PhoneModule[] = Object.values(
  import.meta.glob<{ default: PhoneModule }>('../../../{kernel,engines,applications}/*/web/phone.ts', { eager: true }),
).map((loaded) => loaded.default)
