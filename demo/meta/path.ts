export const metaPath = (companyId: number) => `/.gateway/meta/${companyId}`;
