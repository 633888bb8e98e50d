namespace Shop;

/// <summary>A row of the orders.</summary>
public sealed class OrderRow
{
    public int Id { get; set; }

    public int CustomerId { get; set; }

    public decimal Total { get; set; }
}

/// <summary>A row of the customers.</summary>
public sealed class CustomerRow
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public bool IsRegular { get; set; }
}
