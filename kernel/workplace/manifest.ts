import { defineModule } from '#packages/contract'

export const manifest = defineModule({
  key: 'workplace',
  title: '工作平台（钉钉）',
  permissions: {},
  web: { publicPages: ['/DD', '/DDLogin/:ddId'], signInMethods: ['dingtalk'] },
})
