// The same for a method that returns nothing.
using System.Threading.Tasks;

public static class C
{
    public static async void Start() => await Task.Yield();
}
