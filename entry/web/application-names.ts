/** The 49 applications of the specification, by their addresses below /application. */
const names = [
  ...['OfficialDocumentProcess', 'OAMessage', 'ScholasticEvaluation', 'ManagementOfResearchSubjects', 'GrowthTree'],
  ...['XZYHAppManagement', 'ConsultationFeedback', 'AchievementAnalysis', 'ExtendedCurriculum'],
  ...['ComprehensiveQualityManagement', 'TeacherAskForLeave', 'NewsAchievements', 'EnrolRegister'],
  ...['StudentDevelopmentReportingSystem', 'RegistrationSystemForNewStudentsYHEdu', 'RegistrationSystemForNewStudents'],
  ...['AchievementManagement', 'EquipmentAssetManagement', 'BatteryCarManage', 'StudentsPhysicalHealth'],
  ...['HomeVisiting', 'ClassAIOManage', 'StudentMoralEducationPlus', 'SchoolDistrictMap', 'OnlineTest', 'DPConfig'],
  ...['EpidemicSituation', 'ParentClass', 'BluetoothBeacon', 'NetworkDiskSpaceData', 'FaceRecognitionSystem'],
  ...['TeacherInfoManage', 'TeacherTrainRecord', 'FoodPairingSystem', 'FoodPairingSystem2'],
  ...['RegistrationSystemForCustom', 'QueryH5', 'RegistrationSystemForCare', 'GraduateManage'],
  ...['AttendanceForDormRoom', 'InvigilateManage', 'RegistrationSystemForTrainee', 'CallTheRoll'],
  ...['patriarchAppConfig', 'educationalAdministration', 'PurchaseApprovalManagement', 'equipmentAssets'],
  ...['classAdjustQuery', 'teacherApplyTransfer'],
]

export const applicationNames: ReadonlySet<string> = new Set(names)

/** Whether an address below /application is one of theirs. */
export const isKnownApplication = (path: string) =>
  applicationNames.has(/^\/application\/([^/]+)/.exec(path)?.[1] ?? '')
