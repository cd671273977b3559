import { loadModules } from '../../entry/modules.ts'

/** The composed product, for services that a proof calls itself. */
export const loadedModules = await loadModules()
export const { app } = loadedModules
