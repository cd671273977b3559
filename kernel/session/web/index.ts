import type { WebModule } from '#packages/web/core/module.ts'

// Every part of the module loads this file; the shell loads these parts when it needs them.
export const loadAvatar = () => import('./personal/avatar.tsx')
export const loadCodeRow = () => import('./personal/code-row.tsx')
export const loadUnbindDialog = () => import('./personal/unbind-dialog.tsx')

export default {
  pages: {
    info: () => import('./personal/info-page.tsx'),
    password: () => import('./personal/password-page.tsx'),
    devices: () => import('./personal/devices-page.tsx'),
    onlineSessions: () => import('./pages/online-sessions.tsx'),
  },
  cards: {
    'new-devices': { load: () => import('./components/new-devices-card.tsx') },
  },
} satisfies WebModule
