import { call } from '#packages/web/core/call.ts'
import type { ThemeChoice } from '#packages/web/core/theme-choice.ts'
import { sessionApi } from '../../../contract.ts'

export const saveTheme = (theme: ThemeChoice) => call(sessionApi.saveTheme, { body: { theme } })
