import { defineIsolation, type IsolationCase } from '#packages/testing'
import { dataCentreApi } from '../contract.ts'

/** The use of the home school: for those who read statistics there, and those of another school or district find none. */
const ofSchool = { owner: 1, teacher: -6, otherClassHead: -6, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }
const own = { ...ofSchool, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const ofHome: IsolationCase<object>['request'] = ({ home }) => ({ query: { orgId: home.school.id } })

export default defineIsolation(
  dataCentreApi,
  {
    appStat: { ...ofSchool, request: ofHome },
    appStatSheet: { ...ofSchool, request: ofHome },
    appStatFacts: own,
    subscribe: { ...ofSchool, request: ({ home }) => ({ body: { orgId: home.school.id, isOn: true } }) },
  },
  async () => ({}),
)
