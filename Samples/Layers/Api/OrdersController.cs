using Microsoft.AspNetCore.Mvc;

namespace Shop;

/// <summary>The API of orders.</summary>
[ApiController]
[Route("orders")]
public sealed class OrdersController(IOrderService orders) : ControllerBase
{
    [HttpGet("{id:int}")]
    public async Task<ActionResult<Order>> GetAsync(int id, CancellationToken cancellation) =>
        await orders.GetAsync(id, cancellation) is { } order ? order : NotFound();
}
