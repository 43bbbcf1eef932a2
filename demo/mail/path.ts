export const mailPath = (companyId: number) => `/.gateway/mail/${companyId}`;
