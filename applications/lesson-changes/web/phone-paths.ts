export const myCoversPath = '/application/classAdjustQuery/mine'
