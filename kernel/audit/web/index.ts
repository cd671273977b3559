import type { WebModule } from '#packages/web/core/module.ts'

export default {
  pages: {
    APICall: () => import('./pages/api-calls.tsx'),
    loginLog: () => import('./pages/login-log.tsx'),
    securityEvents: () => import('./pages/security-events.tsx'),
    operationLogs: () => import('./pages/operation-logs.tsx'),
    IdentityAuthenticationLog: () => import('./pages/identity-log.tsx'),
    logSeals: () => import('./pages/log-seals.tsx'),
  },
} satisfies WebModule
