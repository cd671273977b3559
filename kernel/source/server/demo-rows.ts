import { emptyScope } from '#packages/core'
import { actAsDemoMember, listDemoMemberships, type DemoRows } from '#kernel/org/server/api.ts'
import { dataSources } from './data-sources.ts'

/** A supplier's database of the stack, if it runs: registered but not tested yet. */
export const demoDataSource: DemoRows = {
  key: 'source.database',
  isOnlyForViewing: true,
  async create(ctx, world) {
    const [chief] = listDemoMemberships(world, '区管理员')
    const address = process.env['QIMING_SIM_VENDOR_URL']
    if (!chief || !address) return 0
    const { hostname, port, pathname, username, password } = new URL(address)
    const permissions = new Map([['source.edit', { ...emptyScope, district: true }]])
    await dataSources.create(actAsDemoMember(ctx, chief, { permissions }), {
      name: '营养午餐配送库',
      remark: '供应商每日送餐数据，只读',
      kind: 'postgresql',
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      userName: username,
      password: decodeURIComponent(password),
      isEncrypted: false,
    })
    return 1
  },
}
