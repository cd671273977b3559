import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    APICall: () => import('./pages/api-calls.tsx'),
    loginLog: () => import('./pages/login-log.tsx'),
    securityEvents: () => import('./pages/security-events.tsx'),
  },
} satisfies WebModule
