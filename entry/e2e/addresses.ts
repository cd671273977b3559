/** Pages for everybody, signed in or not. */
export const open = [
  '/login',
  '/login?view=sms',
  '/login?view=forgot',
  '/userLogin',
  '/DD',
  '/transferLogin',
  '/footer',
  '/help',
  '/policy/privacy',
  '/policy/children',
  '/policy/user',
  '/homepage',
  '/DP/01a1ddff',
  '/developerLogin',
  '/lite',
]

/** Pages inside the shell. */
export const inside = [
  '/dataCentre/dataBoard',
  '/baseData/Orgs',
  '/baseData/User',
  '/baseData/User?fill=new',
  '/baseData/ChangeLog',
  '/baseData/Duplicates',
  '/baseData/Exports',
  '/topMenu',
  '/puMain',
  '/personal/info',
  '/personal/password',
  '/personal/devices',
  '/message',
  '/message/settings',
  '/message/sms',
  '/task',
  '/support',
  '/directory',
  '/directory/groups',
  '/directory/settings',
  '/systemSet/Setting',
  '/systemSet/Setting?type=login',
  '/401?redirect=/baseData/Orgs',
  '/404',
  '/application/GrowthTree',
]

/** The archetypes, each in every state it has. */
export const gallery = [
  '',
  '/forms',
  '/details',
  '/wizard',
  '/states',
  '/lists',
  '/viewer',
  '/attachments',
  '/colours',
  '/parts',
]

/** One address of each public page that the specification names. */
export const publicAddresses = [
  '/AttendanceStatisticsShow/01a1ddff-0000-7000-8000-000000000001',
  '/SchoolDistrictShow',
  '/EpidemicPrevention',
  '/ClassAIOManage/DP/1',
  '/DPH5/1',
  '/DP/1',
  '/homepageTeacherRecord',
  '/HomePageXSPJ',
  '/HomePageJXGY',
  '/homepageSYXX',
  '/homepageStatistics',
  '/homepage',
]
