namespace Api;

/// <summary>The API's answer, which is sent as JSON.</summary>
internal sealed record Order(int Id, string Customer, decimal Total);
