import type { BuiltInConstant, BuiltInType } from './platform-constants.ts'
import { toCodedItems, toNumberedItems } from './built-in-constants.ts'

const report = (number: number, code: string, name: string, about: string, items: BuiltInConstant[]): BuiltInType => ({
  code,
  name,
  about,
  sort: 40 + number,
  isDisabled: number > 4,
  items: items.map((item) => ({ ...item, ext: { reportType: number } })),
})

export const builtInOfficeConstants: readonly BuiltInType[] = [
  // Documents, leave and property, for applications that do not exist yet.

  {
    code: 'secrecy',
    name: '公文密级',
    about: '本系统不得处理涉密公文',
    sort: 30,
    isFixed: true,
    items: toNumberedItems('公开', '内部', '敏感'),
  },
  {
    code: 'urgency',
    name: '紧急程度',
    about: '公文的紧急程度',
    sort: 31,
    isFixed: true,
    items: toNumberedItems('平件', '加急', '特急'),
  },
  {
    code: 'documentKind',
    name: '公文文种',
    about: '党政机关公文的十五种文种',
    sort: 32,
    mayAdd: true,
    items: [
      '决议',
      '决定',
      '命令（令）',
      '公报',
      '公告',
      '通告',
      '意见',
      '通知',
      '通报',
      '报告',
      '请示',
      '批复',
      '议案',
      '函',
      '纪要',
    ].map((name, at) => ({ code: String(at + 1).padStart(2, '0'), name })),
  },
  {
    code: 'leaveKind',
    name: '请假类型',
    about: '教职工请假的类型',
    sort: 33,
    mayAdd: true,
    items: toNumberedItems(
      '事假',
      '病假',
      '婚假',
      '产假',
      '陪产假',
      '育儿假',
      '丧假',
      '工伤假',
      '年休假',
      '公假',
      '探亲假',
      '哺乳假',
      '调休',
    ),
  },
  {
    code: 'assetGetWay',
    name: '资产取得方式',
    about: '固定资产怎样取得',
    sort: 34,
    mayAdd: true,
    items: [
      ...toNumberedItems('购置', '调拨', '接受捐赠', '自建', '置换', '盘盈', '自行研制', '融资租入'),
      { code: '90', name: '其他' },
    ],
  },

  // The six code lists of reports. 1 to 4 serve 咨询回复; the last two come from another industry and are disabled.
  report(
    1,
    'ReportWay',
    '反映方式',
    '咨询回复：通过什么途径反映',
    toNumberedItems('电话', '来访', '来信', '网上留言', '微信', '钉钉', '上级转办', '其他'),
  ),
  report(
    2,
    'CaseResource',
    '来源',
    '咨询回复：由谁反映',
    toNumberedItems('家长', '学生', '教职工', '社会公众', '媒体', '上级部门', '其他'),
  ),
  report(3, 'Priority', '优先级', '咨询回复：处理的先后', toNumberedItems('一般', '较急', '紧急', '特急')),
  report(
    4,
    'TreatmentMeasures',
    '处理措施',
    '咨询回复：怎样处理',
    toNumberedItems('解释说明', '转交办理', '协调解决', '现场调查', '限期整改', '不予受理', '其他'),
  ),
  report(
    5,
    'IllegalDetail',
    '违规情形',
    '保留的旧常量，不再使用',
    toCodedItems({ 1: '违规收费', 2: '违规补课', 3: '安全隐患', 9: '其他' }),
  ),
  report(
    6,
    'PollutionTime',
    '发生时段',
    '保留的旧常量，不再使用',
    toCodedItems({ 1: '上午', 2: '下午', 3: '晚上', 4: '全天' }),
  ),
]
