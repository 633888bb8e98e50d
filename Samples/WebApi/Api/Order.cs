namespace Api;

/// <summary>What the API answers, as JSON.</summary>
internal sealed record Order(int Id, string Customer, decimal Total);
