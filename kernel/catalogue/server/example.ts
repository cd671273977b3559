export { seedOpenings as insertOpenings } from './seed.ts'
import type { ApplicationForm } from '../contract.ts'

let count = 0

/** A completed application form. */
export const applicationForm = (facts: Partial<ApplicationForm> = {}): ApplicationForm => ({
  key: '',
  kind: 2,
  name: `食堂点评${++count}`,
  edition: '',
  url: 'https://canteen.example.cn/',
  logo: 'coffee',
  author: '云禾科技',
  about: '给每天的午餐打分',
  manageOrgId: null,
  includesBelow: true,
  ips: '',
  category: 'safety',
  power: 1,
  apiReach: 0,
  mainApp: '',
  version: 0,
  isSubmitted: true,
  ...facts,
})
