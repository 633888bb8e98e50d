namespace Shop;

/// <summary>A row of the orders table.</summary>
public sealed class OrderRow
{
    public int Id { get; set; }

    public int CustomerId { get; set; }

    public decimal Total { get; set; }
}

/// <summary>A row of the customers table.</summary>
public sealed class CustomerRow
{
    public int Id { get; set; }

    public string Name { get; set; } = "";

    public bool IsRegular { get; set; }
}
