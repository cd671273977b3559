import { defineIsolation, type World } from '#packages/testing'
import { contactsApi } from '../contract.ts'
import { contactGroups } from './service/favourites-and-groups.ts'

// All staff of the district may look up each other; the requests ask for the home school. It does not exist for another
// district, and private lists are visible only to their owner.
const everybody = { owner: 1, teacher: 1, otherClassHead: 1, otherSchoolAdmin: 1, otherDistrictAdmin: 1 }
const colleagues = { ...everybody, otherDistrictAdmin: -5, isForDistrict: true } as const
const onlyHers = { owner: 1, teacher: -5, otherClassHead: -5, otherSchoolAdmin: -5, otherDistrictAdmin: -5 }

const her = ({ owner }: World) => ({ userId: owner.userId })
const setting = { scope: 2, parentVisible: false, quietFrom: '', quietTo: '' }

export default defineIsolation<typeof contactsApi, { id: string }>(
  contactsApi,
  {
    tree: { ...colleagues, request: ({ home }) => ({ query: { parentId: home.school.id } }) },
    home: everybody,
    trail: { ...colleagues, request: ({ home }) => ({ query: { id: home.school.departmentId } }) },
    units: { ...everybody, isForDistrict: true, request: () => ({ query: { keyword: '甲一学校' } }) },
    people: { ...colleagues, request: ({ home }) => ({ query: { nodeId: home.school.id } }) },
    search: { ...everybody, isForDistrict: true, request: () => ({ body: { keyword: '人员1' } }) },
    personChoices: { ...everybody, isForDistrict: true, request: () => ({ body: { keyword: '人员1' } }) },
    person: { ...colleagues, request: (world) => ({ query: her(world) }) },
    favourite: { ...colleagues, request: (world) => ({ body: { ...her(world), isFavourite: true } }) },
    favourites: { ...everybody, isForDistrict: true },
    members: { ...onlyHers, request: (_, { id }) => ({ query: { id } }) },
    setMembers: {
      ...onlyHers,
      isForDistrict: true,
      request: (world, { id }) => ({ body: { id, userIds: [world.owner.userId], isMember: true } }),
    },
    profile: { ...colleagues, request: (world) => ({ query: her(world) }) },
    teachers: { ...colleagues, request: ({ home }) => ({ query: { departmentId: home.school.departmentId } }) },
    setting: everybody,
    // The request has an outdated version and is refused even for the owner, so no setting is changed.
    saveSetting: {
      owner: -9,
      teacher: -9,
      otherClassHead: -9,
      otherSchoolAdmin: -9,
      otherDistrictAdmin: -9,
      request: () => ({ body: { ...setting, version: 9 } }),
    },
  },
  ({ database, owner }) => database.as(owner, (ctx) => contactGroups.create(ctx, { name: '校长们', userIds: [] })),
)
